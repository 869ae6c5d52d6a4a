import { billProduct } from './bill-payment.ts';
import { onBoth } from './product.ts';

export const pendingBill = billProduct({ isData: false, resultRoute: onBoth('billResult') });
