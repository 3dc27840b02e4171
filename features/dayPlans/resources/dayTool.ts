/** Plans the day on the board, or its chosen visits. */
export const dayTool = () => import('../browser/PlanDay.tsx');
