// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

// The AllowanceHolder, the registry of Settlers and a Settler of 0x, as tests need them: by the sources that 0x publishes (30 November 2026).
// What a Settler does with the tokens is one call of ours. scripts/compileContracts.mjs writes the code to zeroEx.json.

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

address constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
AllowanceHolder constant HOLDER = AllowanceHolder(0x0000000000001fF3684f28c67538d4D072C22734);

contract AllowanceHolder {
    error ConfusedDeputy();

    mapping(address operator => mapping(address owner => mapping(address token => uint256))) private allowed;

    function exec(address operator, address token, uint256 amount, address payable target, bytes calldata data)
        external
        payable
        returns (bytes memory)
    {
        (bool answers, bytes memory balance) = target.staticcall(abi.encodeCall(Token.balanceOf, (address(0xdead))));
        if (answers && balance.length >= 32) revert ConfusedDeputy();
        allowed[operator][msg.sender][token] = amount;
        (bool isDone, bytes memory answer) = target.call{value: msg.value}(abi.encodePacked(data, msg.sender));
        if (!isDone) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        allowed[operator][msg.sender][token] = 0;
        return answer;
    }

    function transferFrom(address token, address owner, address recipient, uint256 amount) external returns (bool) {
        allowed[msg.sender][owner][token] -= amount;
        require(Token(token).transferFrom(owner, recipient, amount));
        return true;
    }
}

contract Deployer {
    function ownerOf(uint256 feature) external pure returns (address) {
        require(feature == 2);
        return 0x00000000000000000000000000000000000C0dE2;
    }

    function prev(uint128 feature) external pure returns (address) {
        require(feature == 2);
        return 0x00000000000000000000000000000000000c0dE1;
    }
}

contract Settler {
    struct AllowedSlippage {
        address payable recipient;
        address buyToken;
        uint256 minAmountOut;
    }

    error TooMuchSlippage(address token, uint256 expected, uint256 actual);

    receive() external payable {}

    /// An action is what is sold, and the call of the pools that buys.
    function execute(AllowedSlippage calldata slippage, bytes[] calldata actions, bytes32) external payable returns (bool) {
        address owner = msg.sender == address(HOLDER) ? address(bytes20(msg.data[msg.data.length - 20:])) : msg.sender;
        for (uint256 at; at < actions.length; ++at) run(owner, actions[at]);
        (address payable recipient, address bought, uint256 minimum) =
            (slippage.recipient, slippage.buyToken, slippage.minAmountOut);
        if (minimum == 0 && bought == address(0)) return true;
        uint256 received = bought == NATIVE ? address(this).balance : Token(bought).balanceOf(address(this));
        if (received < minimum) revert TooMuchSlippage(bought, minimum, received);
        if (bought == NATIVE) {
            (bool isPaid,) = recipient.call{value: received}("");
            require(isPaid);
        } else {
            require(Token(bought).transfer(recipient, received));
        }
        return true;
    }

    function run(address owner, bytes calldata action) private {
        (address sold, uint256 amount, address pools, bytes memory call) =
            abi.decode(action, (address, uint256, address, bytes));
        if (sold != NATIVE) {
            HOLDER.transferFrom(sold, owner, address(this), amount);
            Token(sold).approve(pools, amount);
        }
        (bool isDone, bytes memory answer) = pools.call{value: sold == NATIVE ? amount : 0}(call);
        if (!isDone) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
    }
}
