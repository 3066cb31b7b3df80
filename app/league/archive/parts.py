"""What every part of a record is."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Hex = Annotated[str, Field(pattern=r"^([0-9a-f]{2})*$")]


class Part(BaseModel):
    """Read strictly: a record with anything missing or unknown in it is none."""

    model_config = ConfigDict(extra="forbid", strict=True)
