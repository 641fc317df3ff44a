/**
 * All that can go wrong, in one table: a row says where it happens, what the client gets to see of it, whether the service has
 * acted, and whether a retry is owed. Whoever has to know such a thing of a fault (the core that applies it, the engine and
 * the transports that show it, the rules that judge what the client made of it, the search that picks one) reads its row here;
 * nobody keeps a list of names.
 *
 * The table is written in four parts, by place. Faults of an exchange (`connection`, `answer`) and of the service are named
 * by themselves, and a scenario says `fault: reset`, or `do: beginFault, fault: backendSilent`. Faults of a notification, and of
 * what a request stands on, have a verb each, and are named by it.
 *
 * Names of parts are types, and what is true of some rows only is a type over their rows: a new row reaches every place that
 * has to know it by an error of the compiler.
 */
import { accessFaults } from './faults/access.ts';
import { exchangeFaults } from './faults/exchange.ts';
import { notificationFaults } from './faults/notification.ts';
import type { ExchangeFaultRow, FaultRow } from './faults/row.ts';
import { serviceFaults } from './faults/service.ts';
import { namesOf } from './names-of.ts';

export { accessFaults } from './faults/access.ts';
export { exchangeFaults } from './faults/exchange.ts';
export { notificationFaults } from './faults/notification.ts';
export type { ExchangeFaultRow, FaultPlace, FaultRow, Retry, Seen, SeenOfExchange } from './faults/row.ts';
export { serviceFaults } from './faults/service.ts';

export const faults = { ...exchangeFaults, ...notificationFaults, ...serviceFaults, ...accessFaults };

export type FaultName = keyof typeof faults;

export const faultNames: readonly FaultName[] = namesOf(faults);

export const faultRow = (name: FaultName): FaultRow => faults[name];

/** Faults of one exchange, on its connection or on the way of its answer. */
export type ExchangeFaultName = keyof typeof exchangeFaults;
export type NotificationFaultName = keyof typeof notificationFaults;
export type ServiceFaultName = keyof typeof serviceFaults;
export type AccessFaultName = keyof typeof accessFaults;

export const exchangeFaultNames: readonly ExchangeFaultName[] = namesOf(exchangeFaults);
/** Which part of the service a request meets a fault at. */
export type ServicePart = (typeof serviceFaults)[ServiceFaultName]['met'];
export type ServiceFaultAt<Part extends ServicePart> = {
  [Name in ServiceFaultName]: (typeof serviceFaults)[Name]['met'] extends Part ? Name : never;
}[ServiceFaultName];

export const serviceFaultNames: readonly ServiceFaultName[] = namesOf(serviceFaults);

const faultsAt = <Part extends ServicePart>(part: Part): readonly ServiceFaultAt<Part>[] =>
  serviceFaultNames.filter((name): name is ServiceFaultAt<Part> => serviceFaults[name].met === part);

/** By the part that meets them, in the order in which requests do. */
export const serviceFaultsAt: { readonly [Part in ServicePart]: readonly ServiceFaultAt<Part>[] } = {
  front: faultsAt('front'),
  authorizer: faultsAt('authorizer'),
  application: faultsAt('application'),
  behind: faultsAt('behind'),
};

export const exchangeFaultRow = (name: ExchangeFaultName): ExchangeFaultRow => exchangeFaults[name];

/** The faults of an exchange whose rows say so. */
type ExchangeFaultWith<Facts> = {
  [Name in ExchangeFaultName]: (typeof exchangeFaults)[Name] extends Facts ? Name : never;
}[ExchangeFaultName];

/** Faults that keep a request from reaching the service at all. */
export type ConnectionFaultName = ExchangeFaultWith<{ readonly place: 'connection' }>;

/** Those of them that keep a client from a connection. */
export type SetupFaultName = ExchangeFaultWith<{ readonly phase: 'connect' | 'handshake' }>;

/** Those of them that happen while TLS is agreed on, and so only where there is TLS. */
export type TlsFaultName = ExchangeFaultWith<{ readonly phase: 'handshake' }>;

/** Those of them that are seen by clients that verify certificates. */
export type CertificateFaultName = ExchangeFaultWith<{ readonly verified: true }>;

/** Faults after which the client sees no answer, but that the connection is at its end. */
export type BreakingFaultName = ExchangeFaultWith<{ readonly sees: 'error' | 'end' }>;

/** Faults after which a part of the body comes, and those after which all of it does, piece by piece. */
export type PartFaultName = ExchangeFaultWith<{ readonly sees: 'part' }>;
export type PiecesFaultName = ExchangeFaultWith<{ readonly sees: 'pieces' }>;

export const isTlsFault = (name: ExchangeFaultName): name is TlsFaultName =>
  exchangeFaultRow(name).phase === 'handshake';

export const isSetupFault = (name: ExchangeFaultName): name is SetupFaultName =>
  exchangeFaultRow(name).phase === 'connect' || isTlsFault(name);

export const isConnectionFault = (name: ExchangeFaultName): name is ConnectionFaultName =>
  exchangeFaults[name].place === 'connection';

export const isCertificateFault = (name: ExchangeFaultName): name is CertificateFaultName =>
  exchangeFaultRow(name).verified === true;

export const isBreakingFault = (name: ExchangeFaultName): name is BreakingFaultName =>
  exchangeFaultRow(name).sees === 'error' || exchangeFaultRow(name).sees === 'end';

export const setupFaultNames: readonly SetupFaultName[] = exchangeFaultNames.filter(isSetupFault);
