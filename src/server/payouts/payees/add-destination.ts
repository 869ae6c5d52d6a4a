import { hourMs } from '#lib/durations.ts';
import { mapValues } from '#lib/map-values.ts';
import { insertRow, isNull, listRows } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, newId, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { lockPerson } from '#server/people/lock.ts';
import { isAcceptedCountry } from '#server/people/profile/list-countries.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';
import type { addDestination as call } from '#shared/payouts/contract-payees.ts';
import {
  type DestinationDetails,
  destinationDelayHours,
  identifyDestination,
  maskDestination,
  methodOf,
} from '#shared/payouts/payees/destination.ts';
import { matchesVerifiedName, mixesScripts } from '#shared/payouts/payees/name-match.ts';
import { readDestination } from '#shared/payouts/payees/read-destination.ts';
import { checkSanctions } from './check-sanctions.ts';
import { decryptDetails, encryptDetails, fingerprintDestination } from './destination-details.ts';
import { findVerifiedName } from './find-verified-name.ts';
import { notifyDestination } from './notify-destination.ts';

const maxDestinations = 10;

/**
 * Adds a destination that payouts may go to after 72 hours. If the person already has an equal one, that is returned,
 * so that a second tab or click adds nothing.
 * @throws {ServiceError} 403 without a fresh proof, 422 naming the fields, 409 with too many destinations
 */
export async function addDestination(
  deps: Deps,
  actor: Actor,
  form: BodyOf<typeof call>,
): Promise<DataOf<typeof call>> {
  const read = readDestination(form);
  const problems: Record<string, string[]> = 'problems' in read ? mapValues(read.problems, (key) => [key]) : {};
  const needsAddress = form.kind === 'iban' || form.kind === 'us-account';
  if (needsAddress && !problems.country && !isAcceptedCountry(deps.catalog, form.country ?? '')) {
    problems.country = ['country'];
  }
  const payeeName = form.payee_name.trim().normalize('NFC');
  if (mixesScripts(payeeName)) problems.payee_name = ['payee_name_scripts'];
  // What is typed wrong is named before the password is asked.
  if ('problems' in read || Object.keys(problems).length > 0) throw invalid(problems);
  await requireConfirmed(deps, actor);
  const { personId } = actor;
  return deps.db.transaction().execute(async (trx) => {
    // Every change of a person's destinations takes this lock, so two tabs add one after the other.
    const person = await lockPerson(trx, personId);
    const verified = await findVerifiedName(trx, personId);
    if (verified && !matchesVerifiedName(payeeName, verified)) throw invalid({ payee_name: ['payee_name'] });
    const { details } = read;
    const existing = await findEqual(deps, trx, personId, details, payeeName);
    if (existing) return { destinationId: existing.id, usableAt: existing.usable_at.getTime() };
    const destination = {
      id: newId(),
      method: methodOf(details.kind),
      kind: details.kind,
      masked: maskDestination(details),
      usable_at: new Date(deps.clock().getTime() + destinationDelayHours * hourMs),
    };
    await insertRow(trx, 'payout_destination', {
      ...destination,
      person_id: personId,
      details: encryptDetails(deps, destination.id, details),
      fingerprint: fingerprintDestination(deps, details),
      payee_name: payeeName,
      added_by: personId,
      created_at: deps.clock(),
    });
    await writeAudit(
      deps,
      trx,
      `person:${personId}`,
      'payout-destination-added',
      ['payout-destination', destination.id],
      { kind: details.kind, masked: destination.masked },
    );
    const subject = { personId, name: payeeName, cause: 'destination', subjectId: destination.id } as const;
    await checkSanctions(deps, trx, subject);
    await notifyDestination(deps, trx, person, destination, 'added');
    await deps.jobs.send(trx, 'review-own-sales', { personId }, { singletonKey: personId });
    return { destinationId: destination.id, usableAt: destination.usable_at.getTime() };
  });
}

/** @throws {ServiceError} 409 if there is no room for another one, 422 for an equal one with a different payee */
async function findEqual(deps: Deps, trx: Trx, personId: string, details: DestinationDetails, payeeName: string) {
  const destinations = await listRows(trx, 'payout_destination', { person_id: personId, removed_at: isNull });
  const identity = identifyDestination(details);
  const existing = destinations.find((row) => identifyDestination(decryptDetails(deps, row)) === identity);
  if (existing && existing.payee_name !== payeeName) throw invalid({ payee_name: ['destination_known'] });
  if (!existing && destinations.length >= maxDestinations) throw new ServiceError(409, 'destination_limit');
  return existing;
}
