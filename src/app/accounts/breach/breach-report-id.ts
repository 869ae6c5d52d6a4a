/** The report's anchor, in a file of its own because the report loads on demand. */
export const breachReportId = 'breach-report';
