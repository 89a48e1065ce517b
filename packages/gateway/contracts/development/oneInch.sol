// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

// The generic swap of 1inch's aggregation router v6, as tests need it. scripts/compileContracts.mjs writes the code to oneInch.json.

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

address constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

function pay(address asset, address to, uint256 amount) {
    if (asset != NATIVE) {
        require(Token(asset).transfer(to, amount));
        return;
    }
    (bool isPaid,) = to.call{value: amount}("");
    require(isPaid);
}

contract AggregationRouter {
    struct Description {
        address srcToken;
        address dstToken;
        address srcReceiver;
        address dstReceiver;
        uint256 amount;
        uint256 minReturnAmount;
        uint256 flags;
    }

    error ZeroMinReturn();
    error InvalidMsgValue();
    error ReturnAmountIsNotEnough(uint256 result, uint256 minReturn);

    receive() external payable {}

    function swap(Executor executor, Description calldata desc, bytes calldata data)
        external
        payable
        returns (uint256 returnAmount, uint256 spentAmount)
    {
        if (desc.minReturnAmount == 0) revert ZeroMinReturn();
        if (msg.value != (desc.srcToken == NATIVE ? desc.amount : 0)) revert InvalidMsgValue();
        if (desc.srcToken != NATIVE) {
            require(Token(desc.srcToken).transferFrom(msg.sender, desc.srcReceiver, desc.amount));
        }
        returnAmount = executor.execute{value: msg.value}(desc.srcToken, desc.dstToken, desc.amount, data);
        if (returnAmount < desc.minReturnAmount) {
            revert ReturnAmountIsNotEnough(returnAmount, desc.minReturnAmount);
        }
        pay(desc.dstToken, desc.dstReceiver == address(0) ? msg.sender : desc.dstReceiver, returnAmount);
        return (returnAmount, desc.amount);
    }
}

/// Swaps in pools: `data` is their router and its call.
contract Executor {
    receive() external payable {}

    function execute(address from, address to, uint256 amount, bytes calldata data)
        external
        payable
        returns (uint256 received)
    {
        (address pools, bytes memory call) = abi.decode(data, (address, bytes));
        if (from != NATIVE) Token(from).approve(pools, amount);
        (bool isDone, bytes memory answer) = pools.call{value: msg.value}(call);
        if (!isDone) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        received = to == NATIVE ? address(this).balance : Token(to).balanceOf(address(this));
        pay(to, msg.sender, received);
    }
}
