export { dataProvider } from '../../frame/dataProvider/index.ts';
