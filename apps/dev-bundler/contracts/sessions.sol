// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

// Stand-ins for the contracts of permissions, with the same functions as far as Latchkit uses them. For development chains only: they
// are not audited and leave out much. scripts/compileContracts.mjs writes the code to sessions.json.

/// EntryPoint 0.7
struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

/// ERC-7579
struct Execution {
    address target;
    uint256 value;
    bytes callData;
}

interface Validator {
    function onInstall(bytes calldata data) external;
    function validateUserOp(PackedUserOperation calldata op, bytes32 hash) external returns (uint256);
}

interface Safe {
    function execTransactionFromModuleReturnData(address to, uint256 value, bytes calldata data, uint8 operation)
        external
        returns (bool success, bytes memory returned);
    function checkSignatures(bytes32 hash, bytes calldata data, bytes calldata signatures) external view;
    function domainSeparator() external view returns (bytes32);
}

/// Reads the parameters of ERC-7579's execute: one call, or several that all succeed or none.
library Executions {
    function read(bytes32 mode, bytes calldata content) internal pure returns (Execution[] memory found) {
        if (mode == bytes32(uint256(1) << 248)) return abi.decode(content, (Execution[]));
        require(mode == 0, "mode");
        found = new Execution[](1);
        found[0] = Execution(address(bytes20(content[:20])), uint256(bytes32(content[20:52])), content[52:]);
    }
}

/// Module and fallback handler of a Safe, which lets it have validators.
contract Adapter {
    struct Module {
        address module;
        bytes initData;
    }

    struct Registry {
        address registry;
        address[] attesters;
        uint8 threshold;
    }

    address constant ENTRY_POINT = 0x0000000071727De22E5E9d8BAf0edAc6f37da032;

    mapping(address safe => mapping(address validator => bool)) public installed;

    /// The Safe appends who called it.
    modifier onlyBy(bool mayBeEntryPoint) {
        address caller = address(bytes20(msg.data[msg.data.length - 20:]));
        require(caller == msg.sender || (mayBeEntryPoint && caller == ENTRY_POINT), "caller");
        _;
    }

    function initializeAccount(
        Module[] calldata validators,
        Module[] calldata,
        Module[] calldata,
        Module[] calldata,
        Registry calldata
    ) external onlyBy(false) {
        for (uint256 i = 0; i < validators.length; i++) {
            installed[msg.sender][validators[i].module] = true;
            bytes memory data = abi.encodeCall(Validator.onInstall, (validators[i].initData));
            run(Execution(validators[i].module, 0, data));
        }
    }

    function execute(bytes32 mode, bytes calldata content) external onlyBy(true) {
        Execution[] memory executions = Executions.read(mode, content);
        for (uint256 i = 0; i < executions.length; i++) run(executions[i]);
    }

    function validateUserOp(PackedUserOperation calldata op, bytes32 hash, uint256 missing)
        external
        onlyBy(true)
        returns (uint256 result)
    {
        address validator = address(uint160(op.nonce >> 96));
        result = installed[msg.sender][validator]
            ? abi.decode(run(Execution(validator, 0, abi.encodeCall(Validator.validateUserOp, (op, hash)))), (uint256))
            : checkOwner(op);
        if (missing > 0) run(Execution(ENTRY_POINT, missing, ""));
    }

    /// ERC-1271; the first 20 bytes of the signature name a validator, and zero the owners of the Safe.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(bytes20(signature[:20]) == 0, "validator");
        bytes32 typeHash = keccak256("SafeMessage(bytes message)");
        bytes32 content = keccak256(abi.encode(typeHash, keccak256(abi.encode(hash))));
        bytes memory data = abi.encodePacked(hex"1901", Safe(msg.sender).domainSeparator(), content);
        Safe(msg.sender).checkSignatures(keccak256(data), data, signature[20:]);
        return this.isValidSignature.selector;
    }

    function checkOwner(PackedUserOperation calldata op) private view returns (uint256) {
        uint48 validAfter = uint48(bytes6(op.signature[:6]));
        uint48 validUntil = uint48(bytes6(op.signature[6:12]));
        bytes memory data = abi.encodePacked(hex"1901", domain(), contentOf(op, validAfter, validUntil));
        uint256 times = (uint256(validUntil) << 160) | (uint256(validAfter) << 208);
        try Safe(msg.sender).checkSignatures(keccak256(data), data, op.signature[12:]) {
            return times;
        } catch {
            return times | 1;
        }
    }

    function domain() private view returns (bytes32) {
        bytes32 typeHash = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(typeHash, block.chainid, address(this)));
    }

    function contentOf(PackedUserOperation calldata op, uint48 validAfter, uint48 validUntil)
        private
        pure
        returns (bytes32)
    {
        bytes memory first = abi.encode(
            keccak256(
                "SafeOp(address safe,uint256 nonce,bytes initCode,bytes callData,uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas,bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint)"
            ),
            op.sender,
            op.nonce,
            keccak256(op.initCode),
            keccak256(op.callData),
            uint128(bytes16(op.accountGasLimits)),
            uint128(uint256(op.accountGasLimits))
        );
        bytes memory second = abi.encode(
            op.preVerificationGas,
            uint128(bytes16(op.gasFees)),
            uint128(uint256(op.gasFees)),
            keccak256(op.paymasterAndData),
            validAfter,
            validUntil,
            ENTRY_POINT
        );
        return keccak256(bytes.concat(first, second));
    }

    /// Makes a call as the Safe. Reverts as the call does.
    function run(Execution memory call) private returns (bytes memory) {
        (bool success, bytes memory returned) =
            Safe(msg.sender).execTransactionFromModuleReturnData(call.target, call.value, call.callData, 0);
        if (success) return returned;
        assembly {
            revert(add(returned, 32), mload(returned))
        }
    }
}

interface Policy {
    function initializeWithMultiplexer(address account, bytes32 id, bytes calldata data) external;
    function checkUserOpPolicy(bytes32 id, PackedUserOperation calldata op) external returns (uint256);
    function checkAction(bytes32 id, address account, address target, uint256 value, bytes calldata data)
        external
        returns (uint256);
}

interface SessionValidator {
    function validateSignatureWithData(bytes32 hash, bytes calldata signature, bytes calldata data)
        external
        view
        returns (bool);
}

/// Keys with limited rights, with the functions of Smart Sessions 1.0 and no ERC-1271 signatures.
contract Sessions {
    struct PolicyData {
        address policy;
        bytes initData;
    }

    struct Content {
        bytes32 appDomainSeparator;
        string[] contentName;
    }

    struct Signatures {
        Content[] allowedContent;
        PolicyData[] policies;
    }

    struct Action {
        bytes4 selector;
        address target;
        PolicyData[] policies;
    }

    struct Session {
        address validator;
        bytes validatorData;
        bytes32 salt;
        PolicyData[] userOpPolicies;
        Signatures signatures;
        Action[] actions;
        bool permitsPaymaster;
    }

    struct Key {
        address validator;
        bytes data;
        bool permitsPaymaster;
    }

    error InvalidPermissionId(bytes32 id);
    error PolicyViolation(bytes32 id, address policy);
    error NoPoliciesSet(bytes32 id);

    mapping(address account => mapping(bytes32 id => Key)) keys;
    /// The policies of each configuration: of the user operations of a session, or of one of its actions.
    mapping(address account => mapping(bytes32 config => address[])) policies;

    function onInstall(bytes calldata) external {}

    function isPermissionEnabled(bytes32 id, address account) external view returns (bool) {
        return keys[account][id].validator != address(0);
    }

    function enableSessions(Session[] calldata sessions) external returns (bytes32[] memory ids) {
        ids = new bytes32[](sessions.length);
        for (uint256 i = 0; i < sessions.length; i++) {
            Session calldata session = sessions[i];
            bytes32 id = keccak256(abi.encode(session.validator, session.validatorData, session.salt));
            keys[msg.sender][id] = Key(session.validator, session.validatorData, session.permitsPaymaster);
            enable(id, session.userOpPolicies);
            for (uint256 j = 0; j < session.actions.length; j++) {
                Action calldata action = session.actions[j];
                enable(configOf(id, action.target, action.selector), action.policies);
            }
            ids[i] = id;
        }
    }

    function removeSession(bytes32 id) external {
        delete keys[msg.sender][id];
    }

    function validateUserOp(PackedUserOperation calldata op, bytes32 hash) external returns (uint256 times) {
        require(op.sender == msg.sender && op.signature[0] == 0, "mode");
        bytes32 id = bytes32(op.signature[1:33]);
        Key storage key = keys[msg.sender][id];
        if (key.validator == address(0)) revert InvalidPermissionId(id);
        if (op.paymasterAndData.length > 0 && !key.permitsPaymaster) revert InvalidPermissionId(id);
        bool isSigned =
            SessionValidator(key.validator).validateSignatureWithData(hash, op.signature[33:], key.data);
        address[] storage own = policies[msg.sender][id];
        for (uint256 i = 0; i < own.length; i++) {
            times = intersect(times, checked(id, own[i], Policy(own[i]).checkUserOpPolicy(id, op)));
        }
        require(bytes4(op.callData) == Adapter.execute.selector, "function");
        (bytes32 mode, bytes memory content) = abi.decode(op.callData[4:], (bytes32, bytes));
        Execution[] memory executions = this.read(mode, content);
        for (uint256 i = 0; i < executions.length; i++) times = intersect(times, check(id, executions[i]));
        // Not a revert, so that bundlers can measure the gas without a signature (ERC-4337).
        if (!isSigned) times |= 1;
    }

    function read(bytes32 mode, bytes calldata content) external pure returns (Execution[] memory) {
        return Executions.read(mode, content);
    }

    function check(bytes32 id, Execution memory call) private returns (uint256 times) {
        bytes4 selector = call.callData.length == 0 ? bytes4(0xffffffff) : bytes4(call.callData);
        bytes32 config = configOf(id, call.target, selector);
        address[] storage own = policies[msg.sender][config];
        if (own.length == 0) revert NoPoliciesSet(id);
        for (uint256 i = 0; i < own.length; i++) {
            uint256 result = Policy(own[i]).checkAction(config, msg.sender, call.target, call.value, call.callData);
            times = intersect(times, checked(id, own[i], result));
        }
    }

    function enable(bytes32 config, PolicyData[] calldata list) private {
        delete policies[msg.sender][config];
        for (uint256 i = 0; i < list.length; i++) {
            policies[msg.sender][config].push(list[i].policy);
            Policy(list[i].policy).initializeWithMultiplexer(msg.sender, config, list[i].initData);
        }
    }

    function configOf(bytes32 id, address target, bytes4 selector) private pure returns (bytes32) {
        return keccak256(abi.encode(id, target, selector));
    }

    function checked(bytes32 id, address policy, uint256 result) private pure returns (uint256) {
        if (result & 1 == 1) revert PolicyViolation(id, policy);
        return result;
    }

    /// The later start and the earlier end of two results of ERC-4337.
    function intersect(uint256 one, uint256 other) private pure returns (uint256) {
        uint48 start = uint48(one >> 208) > uint48(other >> 208) ? uint48(one >> 208) : uint48(other >> 208);
        uint48 first = uint48(one >> 160);
        uint48 second = uint48(other >> 160);
        uint48 end = first == 0 || (second != 0 && second < first) ? second : first;
        return (uint256(start) << 208) | (uint256(end) << 160);
    }
}

/// Keys on secp256k1, which sign the hash of a user operation (EIP-191). As Rhinestone's OwnableValidator (core-modules, commit 0f9f9262,
/// read on 2026-11-30): owners in ascending order, as many signatures as the threshold says, and each owner counts once. Without its
/// signatures of contracts.
contract KeyValidator {
    function validateSignatureWithData(bytes32 hash, bytes calldata signature, bytes calldata data)
        external
        pure
        returns (bool)
    {
        (uint256 threshold, address[] memory owners) = abi.decode(data, (uint256, address[]));
        for (uint256 i = 1; i < owners.length; i++) if (owners[i] <= owners[i - 1]) return false;
        if (threshold == 0) return false;
        require(signature.length >= threshold * 65, "signature");
        bytes32 signed = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash));
        bool[] memory signs = new bool[](owners.length);
        uint256 count;
        for (uint256 i = 0; i < threshold; i++) {
            bytes calldata one = signature[i * 65:i * 65 + 65];
            address signer = ecrecover(signed, uint8(one[64]), bytes32(one[:32]), bytes32(one[32:64]));
            for (uint256 j = 0; j < owners.length; j++) {
                if (signer == address(0) || signer != owners[j] || signs[j]) continue;
                signs[j] = true;
                count++;
            }
        }
        return count >= threshold;
    }
}

contract TimeFrame {
    mapping(bytes32 id => mapping(address multiplexer => mapping(address account => uint256))) times;

    function initializeWithMultiplexer(address account, bytes32 id, bytes calldata data) external {
        uint256 until = uint48(bytes6(data[:6]));
        uint256 from = uint48(bytes6(data[6:12]));
        times[id][msg.sender][account] = (from << 208) | (until << 160);
    }

    function checkUserOpPolicy(bytes32 id, PackedUserOperation calldata op) external view returns (uint256) {
        return times[id][msg.sender][op.sender];
    }
}

contract ValueLimit {
    mapping(bytes32 id => mapping(address multiplexer => mapping(address account => uint256))) left;

    function initializeWithMultiplexer(address account, bytes32 id, bytes calldata data) external {
        left[id][msg.sender][account] = uint256(bytes32(data));
    }

    function checkAction(bytes32 id, address account, address, uint256 value, bytes calldata)
        external
        returns (uint256)
    {
        if (value > left[id][msg.sender][account]) return 1;
        left[id][msg.sender][account] -= value;
        return 0;
    }
}

contract SpendingLimit {
    mapping(bytes32 id => mapping(address multiplexer => mapping(address account => mapping(address token => uint256))))
        left;

    function initializeWithMultiplexer(address account, bytes32 id, bytes calldata data) external {
        (address[] memory tokens, uint256[] memory limits) = abi.decode(data, (address[], uint256[]));
        for (uint256 i = 0; i < tokens.length; i++) left[id][msg.sender][account][tokens[i]] = limits[i];
    }

    function checkAction(bytes32 id, address account, address token, uint256 value, bytes calldata data)
        external
        returns (uint256)
    {
        // transfer(address,uint256)
        if (value != 0 || bytes4(data) != 0xa9059cbb) return 1;
        (, uint256 amount) = abi.decode(data[4:], (address, uint256));
        if (amount > left[id][msg.sender][account][token]) return 1;
        left[id][msg.sender][account][token] -= amount;
        return 0;
    }
}
