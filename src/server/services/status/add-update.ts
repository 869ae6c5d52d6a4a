import type { ReportedStatus } from '../../../domain/status/status.ts';
import type { Deps, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';

type Update = {
  readonly incidentId: string;
  readonly status: ReportedStatus;
  readonly text: string;
  readonly actor: string;
};

/** Adds an update and enqueues its mails. */
export async function addUpdate(deps: Deps, trx: Trx, { incidentId, status, text, actor }: Update): Promise<void> {
  const id = newId();
  await trx
    .insertInto('incident_update')
    .values({ id, incident_id: incidentId, status, text, actor, at: deps.clock() })
    .execute();
  await deps.jobs.send(trx, 'mail-incident', { updateId: id }, { singletonKey: id });
}
