/** The report's anchor; apart from the report, which loads on demand. */
export const breachReportId = 'breach-report';
