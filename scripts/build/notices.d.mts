export declare const packagesIn: (modules: readonly string[]) => readonly string[];
export declare const writeNotice: (packages: readonly string[]) => string;
export declare const nameVersion: (folder: string) => string;
