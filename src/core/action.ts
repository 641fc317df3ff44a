import type { RefusalName } from '../spec/refusals.ts';
import type { OperationName } from '../spec/routes.ts';

/** How an injected failure answers: a listed refusal by our name, or a bare status in the shape of the interface hit. */
export type Failure =
  | { readonly kind: 'row'; readonly row: RefusalName }
  | { readonly kind: 'status'; readonly status: number };

/** What a scenario does to the world. An action without a `scope` means every scope of that customer. */
export type Action =
  | { readonly do: 'expireToken' | 'revokeToken'; readonly customer: string }
  | { readonly do: 'expireStoreToken' | 'revokeStoreToken'; readonly store: 'submission' | 'reporting' }
  | {
      readonly do: 'revokeConsent' | 'expireConsent' | 'grantConsent';
      readonly customer: string;
      readonly scope?: string;
    }
  | { readonly do: 'holdAccount' | 'releaseAccount'; readonly customer: string }
  | { readonly do: 'fail'; readonly operation: OperationName; readonly failure: Failure; readonly times: number };
