"""What a file says that is not understood has its reason in every language, whichever format the file is written in."""

import pytest

from analyser.formats import sniff
from analyser.messages import LANGUAGES, Message, in_words

DEAL = "N:AQ62.K84.A93.K75 T5.AJ97.QT84.J32 KJ973.Q62.K5.Q84 84.T53.J762.AT96"
PBN = f"""[Event ""]
[Board "1234567"]
[Dealer "Q"]
[Deal "{DEAL.replace("T5.", "TA.")}"]
[Declarer "N"]
[Contract "8C"]
[Result "many"]
[Result "9"]
[Auction "N"]
1C =1= ^Z 9C
[Play "X"]
[Note "what"]
"""
SECOND = f"""[Board "2"]
[Dealer "E"]
[Deal "{DEAL}"]
[Auction "N"]
4S 1C Pass Pass Pass
[Play "N"]
SA SA SA SA
"""
FIVE_NAMES = "qx|o2|pn|a,b,c,d,e|mb|zz|pg||"
LIN = "qx|o9999|md|3SAH,SA,|sv|q|mb|zz|pc|??|mc|x|xy|1|st|here|qx|o2|mb|1C|an|what|pg||"
RBN = "B 0\nH N:A\nA NZ:1C9\nC 8N\nR 14\nwhat is this\n\nB 2\nH N:AQ62.K84.A93.K75\nA X\nP W:SA,XX\n"
USEBIO = """<?xml version="1.0"?><USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS"><BOARD><BOARD_NUMBER>0</BOARD_NUMBER>
<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER></TRAVELLER_LINE></BOARD><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>
<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><CONTRACT>8C</CONTRACT><TRICKS>x</TRICKS><LEAD>1S</LEAD><SCORE>?!</SCORE></TRAVELLER_LINE></BOARD>
</EVENT></USEBIO>"""
BRIDGEWEBS = """#Version,std9
stray
#Board,0
#Travellers
#Board,1
NS,EW,Contract,Declarer,Tricks,Lead,NSScore,EWScore
1,2,8C,N,x,1S,100,100
"""
BROKEN = {
    "PBN": PBN,
    "PBN, an illegal auction": SECOND,
    "LIN": LIN,
    "LIN, five names": FIVE_NAMES,
    "RBN": RBN,
    "USEBIO": USEBIO,
    "BridgeWebs": BRIDGEWEBS,
}


def bare(why):
    """The parts of a reason that nobody can word in another language."""
    if not isinstance(why, Message):
        return [str(why)]
    return [part for name in ("why", "owner") if name in why.arguments for part in bare(why.arguments[name])]


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_every_loss_has_words_in_every_language(text):
    losses = sniff(text).read(text).losses
    assert len(losses) >= 2
    assert [part for loss in losses for part in bare(loss.why)] == []
    for loss in losses:
        for language in LANGUAGES:
            words = in_words(loss.why, language)
            assert words
            assert "{" not in words
