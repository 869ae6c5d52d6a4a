import ts from 'typescript'; import {readFileSync,writeFileSync} from 'node:fs';
const list=`src/shared/trading/market/market.ts MarketFrame
src/app/risk/stores/risk.ts Exposure
src/server/support/ticket/read-messages.ts StoredMessage
src/shared/accounts/statistics/findings.ts HourFinding
src/components/home/program-cards.ts ProgramCard
src/server/accounts/simulator/list-simulated.ts SimulatedAccount
src/server/core/http/browser-reports.ts PolicyReport
src/bridge/rithmic/accounts.ts PoolRow
src/components/home/countdown.ts CountdownParts
src/shared/accounts/risk-action.ts RiskStop
src/shared/orders/refund-plan.ts ChosenRefund
src/shared/risk/mirrored-trades.ts MirroredDay
src/app/trading/state-alert.tsx StateText
src/shared/accounts/points-to-floor.ts PointsToFloor
src/content/rule-changes.ts RuleChangeGroup
src/shared/accounts/plan-order.ts OrderPlan
src/shared/replay/coverage.ts Gap`.split('\n').map(l=>l.split(' '));
for(const [f,name] of list){ const text=readFileSync(f,'utf8'); const s=ts.createSourceFile(f,text,ts.ScriptTarget.Latest,true,f.endsWith('x')?4:3); const edits=[]; let at='';
 const v=n=>{ if(ts.isTypeAliasDeclaration(n)&&n.name.text===name) {edits.push([n.getFullStart(),n.end]); }
  if(ts.isFunctionLike(n)&&n.type&&new RegExp(`\\b${name}\\b`).test(n.type.getText())) { const colon=text.lastIndexOf(':',n.type.getStart()); edits.push([colon,n.type.end]); at=n.type.getText()+' '+n.getText().slice(0,60).replace(/\n/g,' ')+(n.body?'':' NOBODY'); }
  ts.forEachChild(n,v)}; v(s);
 if(edits.length!==2){console.log('skip',f,name,edits.length);continue;}
 console.log(f,at); const c=[...text.slice(edits[0][0],edits[0][1]).matchAll(/\/\*\*[\s\S]*?\*\//g)].map(m=>m[0]); if(c.length) console.log('   ',c.join(' || '));
 let out=text; for(const [a,b] of edits.sort((x,y)=>y[0]-x[0])) out=out.slice(0,a)+out.slice(b); writeFileSync(f,out);
}
