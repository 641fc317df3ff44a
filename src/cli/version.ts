/** Kept equal to package.json by a test; reading that file would depend on where the module is built to. */
export const version = '0.1.0';
