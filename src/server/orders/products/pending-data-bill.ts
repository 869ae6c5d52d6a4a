import { billProduct } from './bill-payment.ts';

export const pendingDataBill = billProduct({ isData: true, resultRoute: 'dataBillResult' });
