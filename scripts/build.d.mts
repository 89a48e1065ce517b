/** Builds what changed. Without `types`, the declarations stay as they are, unless another target that is built needs them. */
export function build(options?: { readonly types?: boolean }): Promise<boolean>;
