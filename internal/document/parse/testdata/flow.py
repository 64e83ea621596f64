# -*- coding: gbk -*-
def flow(a, v):
    """流量等于面积乘流速"""
    return a * v
