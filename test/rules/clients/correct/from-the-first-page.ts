import { importByInvocations } from '../wrong/invocations.ts';

/**
 * After any failure in a listing it goes back to the first page, and downloads what it had once more: the same listing may be
 * repeated within its hour. (Endpoints, listDataQueryRecords)
 */
export const importFromTheFirstPage = importByInvocations({
  save: (_before, after, error) => (error === undefined ? after : { ...after, cursor: '', inPage: 0, records: 0 }),
});
