export { answers as POST } from '../../next.ts';
