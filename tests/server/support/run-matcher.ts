import { matchOpenAccounts } from '#server/trading/match.ts';
import { openProcessServer, type ProcessRun, readRun } from './process-server.ts';

const server = await openProcessServer(readRun<ProcessRun>());
await server.runFrames(() => matchOpenAccounts(server.deps));
await server.close();
