import { streamSSE } from 'hono/streaming';
import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate, mountPrivateRaw } from '#server/core/http/mount.ts';
import { openStream } from '#server/core/http/streams.ts';
import * as risk from '#shared/risk/contract.ts';
import * as findings from '#shared/risk/contract-findings.ts';
import * as halts from '#shared/risk/contract-halts.ts';
import { addNote } from './add-note.ts';
import { dismissFinding, openFindingCase } from './decide-finding.ts';
import { describeRiskAccount } from './describe-account.ts';
import { followRisk, readRiskSnapshot } from './follow.ts';
import { decideHalt, requestHalt, requestHaltEnd } from './halt.ts';
import { decideRiskAction, takeRiskAction } from './take-action.ts';

export const riskRoutes: Routes = (app, deps) => {
  mountPrivate(app, risk.riskDashboard, async () => ({ data: await readRiskSnapshot(deps) }));

  mountPrivate(app, risk.riskAccount, async ({ actor, query }) => ({
    data: await describeRiskAccount(deps, actor, query.accountId),
  }));

  mountPrivate(app, risk.takeRiskAction, async ({ actor, body }) => ({
    data: await takeRiskAction(deps, actor, body),
  }));

  mountPrivate(app, risk.decideRiskAction, ({ actor, body }) => decideRiskAction(deps, actor, body));

  mountPrivate(app, risk.addAccountNote, async ({ actor, body }) => ({ data: await addNote(deps, actor, body) }));

  mountPrivate(app, findings.dismissFinding, ({ actor, body }) => dismissFinding(deps, actor, body));

  mountPrivate(app, findings.openFindingCase, async ({ actor, body }) => ({
    data: await openFindingCase(deps, actor, body),
  }));

  mountPrivate(app, halts.requestHalt, async ({ actor, body }) => ({ data: await requestHalt(deps, actor, body) }));

  mountPrivate(app, halts.requestHaltEnd, ({ actor, body }) => requestHaltEnd(deps, actor, body.haltId));

  mountPrivate(app, halts.decideHalt, ({ actor, body }) => decideHalt(deps, actor, body));

  mountPrivateRaw(app, risk.riskStream, async ({ actor, query, context }) => {
    context.header('X-Accel-Buffering', 'no');
    return streamSSE(context, async (messages) => {
      const ours = await openStream(deps, actor, 'live');
      messages.onAbort(ours.end);
      if (messages.aborted) ours.end();
      ours.signal.addEventListener('abort', () => messages.abort());
      const send = (event: string) => async (data: object) => messages.writeSSE({ event, data: JSON.stringify(data) });
      const follower = {
        snapshot: send('snapshot'),
        delta: send('delta'),
        beat: async () => void (await messages.write(': still here\n\n')),
      };
      const known = { run: query.run, number: query.after === undefined ? undefined : Number(query.after) };
      try {
        await followRisk(deps, actor, follower, ours.signal, known);
      } catch (error) {
        deps.log.error({ err: error }, 'a stream of the risk desk ended early');
      } finally {
        ours.end();
      }
    });
  });
};
