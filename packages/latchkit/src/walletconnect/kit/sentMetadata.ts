/** Longest data URL of an icon that is sent, in characters: wallets and relays drop large proposals without a word. */
const ICON_LIMIT = 8_192;

/** The description of the page without icons that are too large. The developer is told. */
export function sentMetadata<M extends { readonly icons?: readonly string[] | undefined }>(metadata: M): M {
  const icons = metadata.icons?.filter(icon => typeof icon === 'string' && icon.length <= ICON_LIMIT);
  if (!icons || icons.length === metadata.icons?.length) return metadata;
  console.warn(
    `[latchkit] An icon in \`metadata.icons\` is longer than ${ICON_LIMIT} characters, so wallets are not shown it: use an https URL.`,
  );
  return { ...metadata, icons };
}
