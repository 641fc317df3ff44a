import type { Arbitrary } from 'fast-check';
import type { ClientProfile } from '../../client-profile.ts';
import type { FC } from '../odds.ts';
import { on } from '../triggers.ts';
import type { Kinds, Plot } from './kind.ts';
import { listings } from './pages.ts';

/** Links live for five minutes, and their query can be listed again for an hour: links die in between, and nothing else does. */
const pauses = ['6m', '5m', '5m1ms', '10m', '25m'] as const;

/** Time passes before a file or a schema is downloaded, of any page. The rest of such a scenario is over soon. */
const deadLinks = (fc: FC, profile: ClientProfile): Arbitrary<Plot> =>
  fc
    .record({
      listing: listings(fc, profile, 1, 4),
      download: fc.constantFrom('downloadFile' as const, 'downloadFile' as const, 'downloadSchema' as const),
      draw: fc.nat(19),
      duration: fc.constantFrom(...pauses),
    })
    .map(({ listing: { customers, assumptions }, download, draw, duration }) => {
      const rows = customers.map((row) => ({ ...row, collects: '10m' }));
      const records = Number(rows[0]?.records ?? 1);
      return {
        drafts: [{ trigger: on(download, 1 + (draw % records)), action: { do: 'elapse', duration } }],
        customers: rows,
        assumptions,
      };
    });

/** Scenarios of download links. */
export const linkKinds = {
  deadLinks: {
    what: 'Links die between the listing and the download, and the page can be listed again.',
    weight: 3,
    needs: ['listDataQueryRecords', 'downloadFile'],
    draws: { any: deadLinks },
  },
} as const satisfies Kinds;
