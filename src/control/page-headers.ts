import { createHash } from 'node:crypto';

/** On every answer: nothing of it is kept, shown elsewhere, or taken for something else, and no other page learns the address. */
export const commonHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Lets a page run what stands in it and nothing else, and speak with nobody but us. */
export const policyOf = (page: string): string => {
  const scripts = hashesOf(page, /<script\b[^>]*>([\s\S]*?)<\/script>/gi);
  const styles = hashesOf(page, /<style\b[^>]*>([\s\S]*?)<\/style>/gi);
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

const hashesOf = (page: string, element: RegExp): string => {
  const hashes = [...page.matchAll(element)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return hashes.length === 0 ? "'none'" : hashes.join(' ');
};
