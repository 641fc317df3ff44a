import { emailErrors } from '../../spec/email-errors.ts';
import { type ErrorName, errorSection, errors } from '../../spec/errors.ts';
import { namesOf } from '../../spec/names-of.ts';
import { isRetriedStatus, retryWaits } from '../../spec/retry.ts';
import { tokenErrors, tokenErrorSection } from '../../spec/token-errors.ts';
import { serviceFaultNames, serviceFaults } from '../../spec/faults.ts';
import { type OtherRefusalRow, otherRefusals } from '../../spec/other-refusals.ts';
import type { TopicRow } from './topic.ts';

const sayRetry = (status: number): string =>
  isRetriedStatus(status)
    ? `yes, after ${retryWaits.join(', ')}; then a person takes over`
    : 'no: the same request again gets the same answer';

/** What the interface says of single errors, whatever their status. (Errors, and Authentication, interface C) */
const retries: Partial<Readonly<Record<ErrorName, string>>> = {
  tokenExpired: 'yes, once the token has been refreshed',
  blockedRequest: 'yes: trying again is right',
  requestConflict: 'once the query under way has come to its end',
};

const ofPortability = (name: ErrorName): TopicRow => {
  const { status, category, type, message, when } = errors[name];
  const causes = serviceFaultNames.filter((fault) => serviceFaults[fault].refuses === name);
  return {
    name,
    aliases: [type],
    what: `${status} ${type}: ${when}`,
    facts: [
      ['answer', `${status} ${category} ${type}`],
      ['message', message],
      ['when', when],
      ['retry', retries[name] ?? sayRetry(status)],
      ['section', errorSection],
      ['scenario', `- { on: createDataQuery, fail: ${name} }`],
      ...causes.map((fault) => ['scenario', `- { at: 0s, do: beginFault, fault: ${fault}, for: 10m }`] as const),
    ],
  };
};

export const errorTopics: readonly TopicRow[] = [
  ...namesOf(errors).map(ofPortability),
  ...namesOf(tokenErrors).map((name): TopicRow => {
    const { error, description, when } = tokenErrors[name];
    return {
      name,
      aliases: [error],
      what: `${error}: ${when}`,
      facts: [
        ['answer', `${error}; its status is open: assumption token.errorStatus`],
        ['message', description],
        ['when', when],
        ['retry', 'no: the same request again gets the same answer'],
        ['section', tokenErrorSection],
        ['scenario', `- { on: requestToken, fail: ${name} }`],
      ],
    };
  }),
  ...namesOf(emailErrors).map((name): TopicRow => {
    const { status, when, section } = emailErrors[name];
    return {
      name,
      what: `${status}: ${when}`,
      facts: [
        ['answer', `${status}; its body is open: assumption email.badRequestBody`],
        ['when', when],
        ['retry', sayRetry(status)],
        ['section', section],
        ['scenario', `- { on: sendEmail, fail: ${name} }`],
      ],
    };
  }),
  // Refusals that no table of the interfaces lists; timelines show them all the same.
  ...namesOf(otherRefusals).map((name): TopicRow => {
    const { when, by, shape, section }: OtherRefusalRow = otherRefusals[name];
    return {
      name,
      what: when,
      facts: [
        ['when', when],
        ['operation', by],
        ['answer', `what it looks like is open: assumption ${shape}`],
        ['section', section],
      ],
    };
  }),
];
