import { onBothPlatforms } from '../product.ts';
import { billProduct } from './bill-payment.ts';

export const pendingDataBill = billProduct({ isData: true, resultRoute: onBothPlatforms('dataBillResult') });
