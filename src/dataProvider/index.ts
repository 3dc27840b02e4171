/** How the portal reaches its host: each resource by the calls that its config names, else as a collection. */
export { dataProvider } from '../../frame/dataProvider/index.ts';
