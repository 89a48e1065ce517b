import { BaseError } from 'latchkit/protocol';
import type { KeyVault } from '../ports/KeyVault.js';
import { awsCredentials } from './aws/awsCredentials.js';
import { kmsKeyVault } from './aws/kmsKeyVault.js';
import { environmentKeyVault } from './environmentKeyVault.js';
import { fileKeyVault } from './fileKeyVault.js';

/** Location of the key-encryption key of a store. */
export type KeySetting =
  | { readonly kind: 'file'; readonly path: string; readonly createForDevelopment: boolean }
  | { readonly kind: 'env'; readonly text: string }
  /** A key of AWS KMS, by its ARN. `endpoint` defaults to that of AWS. */
  | { readonly kind: 'kms'; readonly keyArn: string; readonly endpoint: string | undefined };

/**
 * Opens the configured key vault.
 *
 * @throws BaseError `KEYS_INVALID`; in production also for development keys.
 */
export async function openKeyVault(
  setting: KeySetting,
  { dataDirectory, developmentMode }: { readonly dataDirectory: string; readonly developmentMode: boolean },
): Promise<KeyVault> {
  const vault = await opened(setting, dataDirectory);
  if (vault.isForDevelopment && !developmentMode) {
    throw new BaseError('KEYS_INVALID', 'The keys were made for development', {
      details: 'Make keys for production with latchkit-gateway kek make FILE',
    });
  }
  return vault;
}

async function opened(setting: KeySetting, dataDirectory: string): Promise<KeyVault> {
  switch (setting.kind) {
    case 'env':
      return environmentKeyVault(setting.text);
    case 'kms':
      return kmsKeyVault({ ...setting, credentials: awsCredentials(process.env) });
    case 'file':
      return fileKeyVault({ ...setting, dataDirectory });
  }
}
