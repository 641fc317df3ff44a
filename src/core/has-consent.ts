import { stillLasts } from './boundaries.ts';
import type { Turn } from './turn.ts';
import { consentKey, type Consenting } from './world.ts';

/** "The customer must have consented to the scope." (Authentication, interface C) */
export const hasConsent = ({ world, now }: Turn, consenting: Consenting): boolean => {
  const consent = world.consents.get(consentKey(consenting));
  return consent?.state === 'granted' && stillLasts(consent.until, now);
};
