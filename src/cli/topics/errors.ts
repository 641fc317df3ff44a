import { emailErrors } from '../../spec/email-errors.ts';
import { type ErrorName, errorSection, errors } from '../../spec/errors.ts';
import { namesOf } from '../../spec/names-of.ts';
import { isRetriedStatus, retryWaits } from '../../spec/retry.ts';
import { tokenErrors, tokenErrorSection } from '../../spec/token-errors.ts';
import { serviceFaultNames, serviceFaults } from '../../spec/faults.ts';
import { otherRefusalTopics } from './other-refusals.ts';
import type { Topic } from './topic.ts';

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

const ofPortability = (name: ErrorName): Topic => {
  const { status, category, type, message, when } = errors[name];
  const causes = serviceFaultNames.filter((fault) => serviceFaults[fault].refuses === name);
  return {
    kind: 'errors',
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

export const errorTopics: readonly Topic[] = [
  ...namesOf(errors).map(ofPortability),
  ...namesOf(tokenErrors).map((name): Topic => {
    const { error, description, when } = tokenErrors[name];
    return {
      kind: 'errors',
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
  ...namesOf(emailErrors).map((name): Topic => {
    const { status, when, section } = emailErrors[name];
    return {
      kind: 'errors',
      name,
      aliases: [],
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
  ...otherRefusalTopics,
];
