import { onBoth } from '../order/product.ts';
import { billProduct } from './bill-payment.ts';

export const pendingBill = billProduct({ isData: false, resultRoute: onBoth('billResult') });
