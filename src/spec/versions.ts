/** (Versioning) How a caller would select one in a request is open: assumption `version.header`. */
export const versions = {
  portabilityApi: '2024-02-29',
  portabilityRelease: '1.0',
  notification: '1.0',
  emailDocument: '1.0.0',
} as const;

export type VersionName = keyof typeof versions;
