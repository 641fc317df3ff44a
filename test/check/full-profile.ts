import type { ClientProfile } from '../../src/check/client-profile.ts';

/** A client that has every exchange, and attends to all of its customers. */
export const fullProfile: ClientProfile = {
  exchanges: {
    createDataQuery: 1,
    listDataQueryRecords: 1,
    notification: 1,
    downloadFile: 3,
    downloadSchema: 3,
    requestToken: 1,
    callReporting: 1,
    callSubmission: 1,
    sendEmail: 1,
  },
  customers: 2,
  pageSize: 250,
};
