import { billProduct } from './bill-payment.ts';

export const pendingBill = billProduct({ isData: false, resultRoute: 'billResult' });
