import { billProduct } from './bill-payment.ts';
import { onBoth } from './product.ts';

export const pendingDataBill = billProduct({ isData: true, resultRoute: onBoth('dataBillResult') });
