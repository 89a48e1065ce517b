// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

// ENS as development and tests need it. scripts/compileContracts.mjs writes the code to ens.json.

/// EIP-3668
error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

interface Registry {
    function resolver(bytes32 node) external view returns (address);
}

/// ENSIP-10
interface ExtendedResolver {
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
}

struct Query {
    address sender;
    string[] urls;
    bytes data;
}

/// ENSIP-21: clients answer these queries themselves.
interface BatchGateway {
    function query(Query[] calldata queries) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// The functions of ENS's universal resolver that clients call, over a registry whose address lies in slot 0.
contract UniversalResolver {
    error ResolverNotFound(bytes name);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    Registry registry;

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address)
    {
        return (ask(name, data, gateways, this.resolveCallback.selector, ""), address(0));
    }

    function resolveCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (bytes memory, address)
    {
        (bytes memory found,) = answered(response, extra);
        return (found, address(0));
    }

    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata gateways)
        external
        view
        returns (string memory, address, address)
    {
        bytes memory name = reverseName(account, coinType);
        bytes memory data = abi.encodeWithSignature("name(bytes32)", nodeAt(name, 0));
        bytes memory more = abi.encode(account, coinType, gateways);
        return forward(ask(name, data, gateways, this.nameCallback.selector, more), more);
    }

    function nameCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (string memory, address, address)
    {
        (bytes memory found, bytes memory more) = answered(response, extra);
        return forward(found, more);
    }

    function addressCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (string memory, address, address)
    {
        (bytes memory found, bytes memory more) = answered(response, extra);
        return checked(found, more);
    }

    /// Looks up where the claimed name leads.
    function forward(bytes memory claimed, bytes memory asked)
        internal
        view
        returns (string memory, address, address)
    {
        (bytes memory account, uint256 coinType, string[] memory gateways) =
            abi.decode(asked, (bytes, uint256, string[]));
        string memory primary = abi.decode(claimed, (string));
        if (bytes(primary).length == 0) return ("", address(0), address(0));
        bytes memory name = dnsEncoded(bytes(primary));
        bytes32 node = nodeAt(name, 0);
        bytes memory data = coinType == 60
            ? abi.encodeWithSignature("addr(bytes32)", node)
            : abi.encodeWithSignature("addr(bytes32,uint256)", node, coinType);
        bytes memory more = abi.encode(primary, account, coinType);
        return checked(ask(name, data, gateways, this.addressCallback.selector, more), more);
    }

    function checked(bytes memory found, bytes memory asked)
        internal
        pure
        returns (string memory, address, address)
    {
        (string memory primary, bytes memory account, uint256 coinType) = abi.decode(asked, (string, bytes, uint256));
        bytes memory owner =
            coinType == 60 ? abi.encodePacked(abi.decode(found, (address))) : abi.decode(found, (bytes));
        if (keccak256(owner) != keccak256(account)) revert ReverseAddressMismatch(primary, owner);
        return (primary, address(0), address(0));
    }

    function ask(
        bytes memory name,
        bytes memory data,
        string[] memory gateways,
        bytes4 callback,
        bytes memory more
    ) internal view returns (bytes memory) {
        (address resolver, bool isExact) = findResolver(name);
        bool isExtended = resolver != address(0) && isExtendedResolver(resolver);
        if (resolver == address(0) || !(isExact || isExtended)) revert ResolverNotFound(name);
        (bool isAnswer, bytes memory answer) =
            resolver.staticcall(isExtended ? abi.encodeCall(ExtendedResolver.resolve, (name, data)) : data);
        if (isAnswer) return isExtended ? abi.decode(answer, (bytes)) : answer;
        if (bytes4(answer) != OffchainLookup.selector) revert ResolverError(answer);
        lookUp(resolver, answer, gateways, callback, more);
        return "";
    }

    /// Passes a resolver's lookup on, as one of its own.
    function lookUp(
        address resolver,
        bytes memory refusal,
        string[] memory gateways,
        bytes4 callback,
        bytes memory more
    ) internal view {
        bytes memory fields = new bytes(refusal.length - 4);
        for (uint256 i = 0; i < fields.length; i++) fields[i] = refusal[i + 4];
        Query[] memory queries = new Query[](1);
        bytes4 inner;
        bytes memory extra;
        (queries[0].sender, queries[0].urls, queries[0].data, inner, extra) =
            abi.decode(fields, (address, string[], bytes, bytes4, bytes));
        revert OffchainLookup(
            address(this),
            gateways,
            abi.encodeCall(BatchGateway.query, (queries)),
            callback,
            abi.encode(resolver, inner, extra, more)
        );
    }

    function answered(bytes calldata response, bytes calldata asked)
        internal
        view
        returns (bytes memory, bytes memory)
    {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        (address resolver, bytes4 callback, bytes memory extra, bytes memory more) =
            abi.decode(asked, (address, bytes4, bytes, bytes));
        if (failures[0]) revert ResolverError(responses[0]);
        (bool isAnswer, bytes memory answer) =
            resolver.staticcall(abi.encodeWithSelector(callback, responses[0], extra));
        if (!isAnswer) revert ResolverError(answer);
        return (abi.decode(answer, (bytes)), more);
    }

    function findResolver(bytes memory name) internal view returns (address resolver, bool isExact) {
        for (uint256 at = 0;; at += uint8(name[at]) + 1) {
            resolver = registry.resolver(nodeAt(name, at));
            if (resolver != address(0) || name[at] == 0) return (resolver, at == 0);
        }
    }

    function isExtendedResolver(address resolver) internal view returns (bool) {
        (bool isAnswer, bytes memory answer) =
            resolver.staticcall(abi.encodeWithSignature("supportsInterface(bytes4)", bytes4(0x9061b923)));
        return isAnswer && answer.length == 32 && uint256(bytes32(answer)) == 1;
    }

    /// The hash of a DNS-encoded name from a label on (EIP-137).
    function nodeAt(bytes memory name, uint256 at) internal pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return 0;
        bytes memory label = new bytes(length);
        for (uint256 i = 0; i < length; i++) label[i] = name[at + 1 + i];
        return keccak256(abi.encodePacked(nodeAt(name, at + length + 1), keccak256(label)));
    }

    function dnsEncoded(bytes memory name) internal pure returns (bytes memory encoded) {
        encoded = new bytes(name.length + 2);
        uint256 start = 0;
        for (uint256 i = 0; i <= name.length; i++) {
            if (i < name.length && name[i] != ".") {
                encoded[i + 1] = name[i];
            } else {
                encoded[start] = bytes1(uint8(i - start));
                start = i + 1;
            }
        }
    }

    /// ENSIP-19: `<address>.addr.reverse`, and `<address>.<coin type>.reverse` on other chains than Ethereum.
    function reverseName(bytes memory account, uint256 coinType) internal pure returns (bytes memory) {
        bytes memory parent = coinType == 60 ? bytes("addr") : trimmed(hexOf(abi.encodePacked(coinType)));
        return dnsEncoded(abi.encodePacked(hexOf(account), ".", parent, ".reverse"));
    }

    function hexOf(bytes memory data) internal pure returns (bytes memory text) {
        text = new bytes(data.length * 2);
        for (uint256 i = 0; i < text.length; i++) {
            uint8 digit = i % 2 == 0 ? uint8(data[i / 2]) >> 4 : uint8(data[i / 2]) & 15;
            text[i] = bytes1(digit + (digit < 10 ? 48 : 87));
        }
    }

    function trimmed(bytes memory digits) internal pure returns (bytes memory text) {
        uint256 zeros = 0;
        while (digits[zeros] == "0") zeros++;
        text = new bytes(digits.length - zeros);
        for (uint256 i = 0; i < text.length; i++) text[i] = digits[zeros + i];
    }
}

/// A resolver whose records a server holds (ENSIP-10, EIP-3668). It believes the server. The server's address lies in slot 0.
contract OffchainResolver {
    string url;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x9061b923 || id == 0x01ffc9a7;
    }

    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, msg.data, this.finish.selector, "");
    }

    function finish(bytes calldata response, bytes calldata) external pure returns (bytes memory) {
        return response;
    }
}

/// A contract that refers every call, answered ones included, to a server. The server's address lies in slot 0.
contract EndlessResolver {
    string url;

    fallback() external {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, "", 0x12345678, "");
    }
}
