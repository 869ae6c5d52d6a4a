import { streamSSE } from 'hono/streaming';
import type { Routes } from '#server/core/http/mount.ts';
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

export const riskRoutes: Routes = ({ mount, deps }) => {
  mount(risk.riskDashboard, () => readRiskSnapshot(deps));
  mount(risk.riskAccount, ({ actor, query }) => describeRiskAccount(deps, actor, query.accountId));
  mount(risk.takeRiskAction, ({ actor, body }) => takeRiskAction(deps, actor, body));
  mount(risk.decideRiskAction, ({ actor, body }) => decideRiskAction(deps, actor, body));
  mount(risk.addAccountNote, ({ actor, body }) => addNote(deps, actor, body));
  mount(findings.dismissFinding, ({ actor, body }) => dismissFinding(deps, actor, body));
  mount(findings.openFindingCase, ({ actor, body }) => openFindingCase(deps, actor, body));
  mount(halts.requestHalt, ({ actor, body }) => requestHalt(deps, actor, body));
  mount(halts.requestHaltEnd, ({ actor, body }) => requestHaltEnd(deps, actor, body.haltId));
  mount(halts.decideHalt, ({ actor, body }) => decideHalt(deps, actor, body));

  mount(risk.riskStream, async ({ actor, query, context }) => {
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
