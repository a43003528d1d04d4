export const houseRequirements = [
  {
    id: "house.walls",
    text: "Each import against the layers, cycle, ambient global, forgotten promise and unfinished switch fails the check.",
    source: "architecture.md",
  },
] as const;
