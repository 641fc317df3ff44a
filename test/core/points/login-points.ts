import { hosts, tell } from '../world.ts';
import { type Points, row } from './point.ts';

/** Points of tokens of customers. */

export const loginPoints = {
  'login.authorizationCode': {
    show: (choice) => tell(choice).login().token.length > 32,
    outcomes: [['simulated-consent', true]],
  },
  'login.refreshShape': {
    show: (choice) => {
      const story = tell(choice);
      return row(story.refresh(story.login().refresh));
    },
    outcomes: [
      ['form', '200'],
      ['json', 'invalidRequest'],
    ],
  },
  'login.refreshRotation': {
    show: (choice) => {
      const story = tell(choice);
      const { refresh } = story.login();
      return [story.refresh(refresh).status, story.refresh(refresh).status];
    },
    outcomes: [
      ['stays', [200, 200]],
      ['rotates', [200, 400]],
    ],
  },
  'login.refusedGrant': {
    show: (choice) => tell(choice).refresh('x').body.error,
    outcomes: [['invalid-grant', 'invalid_grant']],
  },
  'login.holdBlocksTokens': {
    show: (choice) => {
      const story = tell(choice);
      story.act({ do: 'holdAccount', customer: 'ann' });
      return row(story.create(story.login().token));
    },
    outcomes: [
      ['tokens-work', '201'],
      ['tokens-blocked', 'accessNotAuthorized'],
    ],
  },
  'login.consentRevokesTokens': {
    show: (choice) => {
      const story = tell(choice);
      const { token } = story.login();
      story.act({ do: 'revokeConsent', customer: 'ann' });
      return row(story.create(token));
    },
    outcomes: [
      ['tokens-stay', 'accessNotAuthorized'],
      ['tokens-revoked', 'tokenRevoked'],
    ],
  },
  'login.revokedFamily': {
    show: (choice) => {
      const story = tell(choice);
      const { refresh } = story.login();
      story.act({ do: 'revokeToken', customer: 'ann' });
      return story.refresh(refresh).status;
    },
    outcomes: [
      ['refresh-token-too', 400],
      ['access-token-only', 200],
    ],
  },
  'auth.schemeCase': {
    show: (choice) => {
      const story = tell(choice);
      const { token } = story.login();
      const store = story.storeToken('reporting::store:marketer');
      const as = (word: string): [string, number] => [
        row(
          story.ask('https://eu.example/orders/data-queries', {
            method: 'POST',
            headers: { authorization: `${word} ${token}` },
          }),
        ),
        story.ask(`${hosts.reporting}/x`, { headers: { authorization: `${word} ${store}` } }).status,
      ];
      return [as('Bearer'), as('bearer'), as('BEARER'), as('Basic')];
    },
    outcomes: [
      [
        'exact',
        [
          ['201', 200],
          ['tokenFormatInvalid', 403],
          ['tokenFormatInvalid', 403],
          ['tokenFormatInvalid', 403],
        ],
      ],
      [
        'any-case',
        [
          ['201', 200],
          ['201', 200],
          ['201', 200],
          ['tokenFormatInvalid', 403],
        ],
      ],
    ],
  },
  'auth.missingHeader': {
    show: (choice) => row(tell(choice).ask('https://eu.example/orders/data-queries', { method: 'POST' })),
    outcomes: [
      ['own-row', 'missingAuthorizationHeader'],
      ['format-invalid', 'tokenFormatInvalid'],
    ],
  },
} as const satisfies Points;
