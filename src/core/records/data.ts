/** What a customer's data files hold. Records that nothing is said about are generated from the seed. */
export type Data =
  /** Generated too, each followed by white space up to so many bytes in all. */
  | { readonly kind: 'padded'; readonly bytes: number }
  /** The user's own records, one text of JSON each, and the schema that goes with all of them. */
  | { readonly kind: 'own'; readonly texts: readonly string[]; readonly schema: string }
  /** The user's own files, one for each record. */
  | { readonly kind: 'files'; readonly files: readonly OwnFile[]; readonly schema: string };

/** A file on the user's disk. Its bytes are read when it is downloaded, and never held. */
export interface OwnFile {
  readonly path: string;
  readonly bytes: number;
  readonly contentType: string;
}

/** One record of a customer: fields with values that JSON can hold. */
export type CustomerRecord = Readonly<Record<string, unknown>>;

/** One generated record of a customer: what every shape has. The rest depends on the scope. */
export type DataRecord = CustomerRecord & {
  readonly recordId: string;
  readonly customerId: string;
  readonly scope: string;
  /** From 0, in the order of the listing. */
  readonly position: number;
};

/** The draft that all schema files are written in. */
export const draft = 'http://json-schema.org/draft-07/schema#';
