import { readBuiltIn } from './built-in.ts';
import type { Part } from './part.ts';
import { loadTool } from './tools.ts';

/** What somebody who ships our package with his own may be bound to: to say whose work it is. */
const allowed = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0'];

export const licences: Part = {
  what: `licences, of which these are allowed: ${allowed.join(', ')}`,
  look: ({ packed, folder, installed }) => {
    const satisfies = loadTool('spdx-satisfies') as (license: string, allowed: readonly string[]) => boolean;
    const isAllowed = (license: string | undefined): boolean => {
      try {
        return license !== undefined && satisfies(license, allowed);
      } catch {
        return false; // not a licence that machines know by its name
      }
    };
    const all = [...installed().packages, ...readBuiltIn(folder, packed.files)];
    return all.map(({ name, version, license }) => ({
      what: `${name} ${version}: ${license ?? 'it does not say'}`,
      isMet: isAllowed(license),
    }));
  },
};
