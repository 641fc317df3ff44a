import { stillLasts } from './boundaries.ts';
import type { Turn } from './turn.ts';
import { key } from './world.ts';

/** "The customer must have consented to the scope." (Authentication, interface C) */
export const hasConsent = ({ world, now }: Turn, clientId: string, customerId: string, scope: string): boolean => {
  const consent = world.consents.get(key(clientId, customerId, scope));
  return consent?.state === 'granted' && stillLasts(consent.until, now);
};
