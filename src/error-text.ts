import { isNativeError } from 'node:util/types';

/** What an error says, also one of another realm, and whatever else somebody threw. */
export const errorText = (error: unknown): string => (isNativeError(error) ? error.message : String(error));
