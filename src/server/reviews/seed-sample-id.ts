export const sampleReviewId = 'demo-order-review';
