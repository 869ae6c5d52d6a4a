/** Id of the demo's delivered review and its order. */
export const sampleReviewId = 'demo-order-review';
