import { job, scheduled } from '#server/core/jobs/job.ts';
import { checkConductDeadlines } from './conduct/check-deadlines.ts';
import { detectFindings } from './detect.ts';
import { detectSharedDetails } from './detect-shared-details.ts';
import { syncHalt } from './sync-halt.ts';

export const riskJobs = {
  'check-conduct-deadlines': scheduled('*/10 * * * *', checkConductDeadlines),
  'detect-findings': scheduled('* * * * *', detectFindings),
  'detect-shared-details': scheduled('23 * * * *', detectSharedDetails, { atStart: {} }),
  'sync-halt': job<{ haltId: string }>((deps, { haltId }) => syncHalt(deps, haltId)),
};
