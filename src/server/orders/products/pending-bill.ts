import { onBothPlatforms } from '../product.ts';
import { billProduct } from './bill-payment.ts';

export const pendingBill = billProduct({ isData: false, resultRoute: onBothPlatforms('billResult') });
