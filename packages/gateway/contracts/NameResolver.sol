// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A resolver of ENS whose records are at a gateway, for all names below the one that it is set for (ENSIP-10, EIP-3668).
/// scripts/compileContracts.mjs compiles it.
contract NameResolver {
    /// EIP-3668
    error OffchainLookup(
        address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData
    );
    error AnswerExpired();
    error SignatureInvalid();
    error NotOwner();
    error SignerInvalid();

    event SourceChanged(string url, address signer);
    event OwnerChanged(address owner);

    /// Changes the gateway and the signer.
    address public owner;
    /// Signs the gateway's answers.
    address public signer;
    /// The gateway.
    string public url;

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    constructor(string memory url_, address signer_) {
        owner = msg.sender;
        changeSource(url_, signer_);
    }

    function setSource(string calldata url_, address signer_) external onlyOwner {
        changeSource(url_, signer_);
    }

    function setOwner(address owner_) external onlyOwner {
        owner = owner_;
        emit OwnerChanged(owner_);
    }

    /// ERC-165: itself, and ENSIP-10.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x9061b923;
    }

    /// Refers the caller to the gateway.
    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, msg.data, this.resolveCallback.selector, msg.data);
    }

    /// Returns the result in the gateway's answer, if the answer is to this question, signed, and not too old.
    function resolveCallback(bytes calldata answer, bytes calldata question)
        external
        view
        returns (bytes memory)
    {
        (bytes memory result, uint64 expires, bytes memory signature) =
            abi.decode(answer, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert AnswerExpired();
        bytes32 hash = keccak256(
            abi.encodePacked(hex"1900", address(this), expires, keccak256(question), keccak256(result))
        );
        if (signerOf(hash, signature) != signer) revert SignatureInvalid();
        return result;
    }

    function changeSource(string memory url_, address signer_) private {
        // A signature that cannot be recovered would count as one of address 0.
        if (signer_ == address(0)) revert SignerInvalid();
        url = url_;
        signer = signer_;
        emit SourceChanged(url_, signer_);
    }

    function signerOf(bytes32 hash, bytes memory signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        return ecrecover(hash, uint8(signature[64]), r, s);
    }
}
