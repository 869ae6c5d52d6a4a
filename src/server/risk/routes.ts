import { sendDownload } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { streamEvents } from '#server/core/http/stream-events.ts';
import * as risk from '#shared/risk/contract.ts';
import * as conduct from '#shared/risk/contract-conduct.ts';
import * as documents from '#shared/risk/contract-document-requests.ts';
import * as findings from '#shared/risk/contract-findings.ts';
import * as halts from '#shared/risk/contract-halts.ts';
import { addNote } from './add-note.ts';
import { answerConductCase } from './conduct/answer.ts';
import { decideConductCase } from './conduct/decide.ts';
import { openConductCase } from './conduct/open.ts';
import { dismissFinding, openFindingCase } from './decide-finding.ts';
import { describeRiskAccount } from './describe-account.ts';
import { listRequestedDocuments } from './document-requests/list-own.ts';
import { readRequestedDocument } from './document-requests/read-file.ts';
import { closeDocumentRequest, requestDocuments } from './document-requests/request.ts';
import { uploadRequestedDocument } from './document-requests/upload.ts';
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

  mount(risk.riskStream, ({ actor, query: { run, after }, context }) =>
    streamEvents(context, actor, 'a stream of the risk desk', ({ send, beat }, signal) => {
      const snapshot = (data: object) => send('snapshot', data);
      const delta = (data: object) => send('delta', data);
      const known = { run, number: after === undefined ? undefined : Number(after) };
      return followRisk(deps, actor, { snapshot, delta, beat }, signal, known);
    }),
  );

  mount(conduct.answerConduct, ({ actor, body }) => answerConductCase(deps, actor, body));
  mount(conduct.openConduct, ({ actor, body }) => openConductCase(deps, actor, body));
  mount(conduct.decideConduct, ({ actor, body }) => decideConductCase(deps, actor, body));

  mount(documents.requestDocuments, ({ actor, body }) => requestDocuments(deps, actor, body));
  mount(documents.closeDocumentRequest, ({ actor, body }) => closeDocumentRequest(deps, actor, body.requestId));
  mount(documents.listRequestedDocuments, async ({ query }) => ({
    documents: await listRequestedDocuments(deps, query.requestId),
  }));
  mount(documents.requestedDocumentFile, async ({ actor, params }) =>
    sendDownload(await readRequestedDocument(deps, actor, params.documentId)),
  );
  mount(documents.uploadRequestedDocument, ({ actor, body }) => uploadRequestedDocument(deps, actor, body));
};
